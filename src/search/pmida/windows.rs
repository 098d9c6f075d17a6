//! The roots of all sequences of as many moves as roots are deep.

/// For each sequence, as digits of a number, the root that it comes to.
#[derive(Debug, Clone, Default)]
pub(super) struct Windows {
    /// 1 + the root; 0 when the position is nearer to the start.
    roots: Vec<u32>,
    /// For the moves before the last one, those last moves that come to any root.
    followers: Vec<u64>,
    /// The sequences, by root.
    by_root: Vec<u32>,
    /// Where those of each root begin.
    begins: Vec<u32>,
}

impl Windows {
    /// From the roots of all sequences, counted from 1.
    pub(super) fn new(roots: Vec<u32>, moves: usize, count: usize) -> Self {
        let followers = (roots.chunks_exact(moves))
            .map(|roots| {
                let far = roots.iter().enumerate().filter(|&(_, &root)| root > 0);
                far.fold(0, |set, (turn, _)| set | 1 << turn)
            })
            .collect();
        let mut begins = vec![0; count + 2];
        for &root in &roots {
            begins[root as usize + 1] += 1;
        }
        for at in 1..begins.len() {
            begins[at] += begins[at - 1];
        }
        let mut by_root = vec![0; roots.len()];
        let mut ends = begins.clone();
        for (window, &root) in roots.iter().enumerate() {
            by_root[ends[root as usize] as usize] = window as u32;
            ends[root as usize] += 1;
        }
        Self { roots, followers, by_root, begins }
    }

    /// Whether roots are not compared.
    pub(super) fn is_empty(&self) -> bool {
        self.roots.is_empty()
    }

    /// 1 + the root of a sequence, 0 when its position is nearer.
    pub(super) fn root(&self, window: usize) -> u32 {
        self.roots[window]
    }

    /// By the moves before: the last moves that come to a root.
    pub(super) fn followers(&self) -> &[u64] {
        &self.followers
    }

    /// The sequences that come to a root, counted from 1.
    pub(super) fn of(&self, root: u32) -> &[u32] {
        let root = root as usize;
        &self.by_root[self.begins[root] as usize..self.begins[root + 1] as usize]
    }
}
