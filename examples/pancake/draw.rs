//! Shows stacks of pancakes and reads them back. A space needs this only to be
//! looked at: searches do without it.

use strata::space::{Draw, Marked, StateSpace as _, Successors, Svg};

use crate::space::Pancakes;

impl Draw for Pancakes {
    /// The sizes from the top, 1 the smallest: `3 2 1`.
    fn text(&self, stack: &Vec<u8>, _: Marked<'_, Self>) -> String {
        let sizes: Vec<String> = stack.iter().map(|size| (size + 1).to_string()).collect();
        sizes.join(" ")
    }

    fn svg(&self, stack: &Vec<u8>, _: Marked<'_, Self>) -> Svg {
        let width = 20.0 * self.pancakes as f64;
        let bars = stack.iter().enumerate().map(|(row, size)| {
            let length = 20.0 * f64::from(size + 1);
            let (x, y) = ((width - length) / 2.0, 12 * row);
            format!("<rect x=\"{x}\" y=\"{y}\" width=\"{length}\" height=\"10\" rx=\"5\" fill=\"peru\"/>\n")
        });
        Svg { width, height: 12.0 * self.pancakes as f64, body: bars.collect() }
    }

    fn read_state(&self, text: &str) -> Result<Vec<u8>, String> {
        let sizes = text.split_whitespace().take(self.pancakes + 1);
        let stack: Option<Vec<u8>> =
            sizes.map(|size| size.parse::<u8>().ok()?.checked_sub(1)).collect();
        let complete = |stack: &Vec<u8>| {
            stack.len() == self.pancakes && (0..stack.len() as u8).all(|size| stack.contains(&size))
        };
        stack.filter(complete).ok_or_else(|| {
            format!("a stack is the sizes 1 to {} from the top, each once", self.pancakes)
        })
    }

    fn check_path(&self, states: &[Vec<u8>], moves: &[Self::Move]) -> Result<(), String> {
        if states.len() != moves.len() + 1 || !self.starts().contains(&states[0]) {
            return Err("step 0: a path begins at the start and has a move for each step".into());
        }
        let mut successors = Successors::default();
        for (step, (pair, action)) in states.windows(2).zip(moves).enumerate() {
            successors.clear();
            self.expand(&pair[0], &mut successors);
            if !successors.iter().any(|s| s.action == *action && s.state == pair[1]) {
                return Err(format!("step {}: {action} does not lead there", step + 1));
            }
        }
        Ok(())
    }
}
