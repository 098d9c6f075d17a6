//! Slots that exchange pieces: the digits of who is where and of how they are turned.
//!
//! Pieces are seen as *classes* here: those that look alike are of one class.

use super::super::cycles::gcd;

/// The slots that the moves join into one, with the pieces that are in them.
///
/// Two coordinates say all about a part. Its *arrangement* is which class is in which
/// slot; its *turning* is how the pieces are turned for which that matters. Each is one
/// digit when that can be computed with 64 bits, and many digits otherwise.
#[derive(Debug, Clone)]
pub(in crate::domains::twisty) struct Part {
    /// Which orbit of the puzzle it is of.
    pub(in crate::domains::twisty) orbit: usize,
    /// Its slots among those of the puzzle, ascending.
    pub(in crate::domains::twisty) slots: Vec<usize>,
    /// In how many ways a piece can be turned.
    pub(in crate::domains::twisty) turns: u8,
    /// How many pieces of each class it has.
    counts: Vec<u8>,
    /// For each class whether its turn matters.
    turning: Vec<bool>,
    /// Whether the permutation is an odd one, where all pieces differ and no move
    /// changes that: the arrangement does without its last digit then.
    pub(in crate::domains::twisty) odd: Option<bool>,
    /// The sum of all turns, where they all matter and no move changes that: the
    /// turning does without its last digit then.
    pub(in crate::domains::twisty) sum: Option<u8>,
    /// How many arrangements there are, if one digit holds them.
    arrangements: Option<u64>,
    /// How many turnings there are, if one digit holds them.
    turnings: Option<u64>,
}

/// What a part starts with.
pub(super) struct Kind {
    pub(super) orbit: usize,
    pub(super) slots: Vec<usize>,
    pub(super) turns: u8,
    pub(super) counts: Vec<u8>,
    pub(super) turning: Vec<bool>,
    pub(super) odd: Option<bool>,
    pub(super) sum: Option<u8>,
}

impl Part {
    pub(super) fn new(kind: Kind) -> Self {
        let Kind { orbit, slots, turns, counts, turning, odd, sum } = kind;
        let mut part = Self {
            orbit,
            slots,
            turns,
            counts,
            turning,
            odd,
            sum,
            arrangements: None,
            turnings: None,
        };
        part.arrangements = part.count_arrangements();
        part.turnings = u64::from(turns).checked_pow(part.turn_digits() as u32);
        part
    }

    /// How many pieces it has.
    pub(in crate::domains::twisty) fn pieces(&self) -> usize {
        self.slots.len()
    }

    /// Whether no two of its pieces look alike.
    pub(in crate::domains::twisty) fn all_differ(&self) -> bool {
        self.counts.iter().all(|&count| count == 1)
    }

    /// Whether it matters of each piece how it is turned.
    pub(in crate::domains::twisty) fn all_turn(&self) -> bool {
        self.turning.iter().all(|&turning| turning)
    }

    /// How many arrangements and turnings there are, when each is one digit.
    pub(in crate::domains::twisty) fn sizes(&self) -> Option<(u64, u64)> {
        self.arrangements.zip(self.turnings)
    }

    fn count_arrangements(&self) -> Option<u64> {
        if self.all_differ() {
            // The last digit has two values and the one after it one.
            let least = if self.odd.is_some() { 3 } else { 2 };
            return (least..=self.pieces() as u64).try_fold(1_u64, u64::checked_mul);
        }
        let (mut count, mut placed) = (1_u64, 0);
        for &alike in &self.counts {
            for i in 1..=u64::from(alike) {
                placed += 1;
                // count * placed / i, divided first so that only what is too large overflows.
                let shared = gcd(count, i);
                count = (count / shared).checked_mul(placed / (i / shared))?;
            }
        }
        // Room for the arithmetic of ranks.
        count.checked_mul(placed.max(1)).map(|_| count)
    }

    /// At most 63 when they are one digit, as only pieces with two turns or more count.
    fn turn_digits(&self) -> usize {
        let counted = self.counts.iter().zip(&self.turning).filter(|(_, turning)| **turning);
        let pieces: usize = counted.map(|(&count, _)| usize::from(count)).sum();
        pieces - usize::from(self.sum.is_some())
    }

    /// Appends the radices of its digits.
    pub(super) fn radices(&self, out: &mut Vec<u64>) {
        let pieces = self.pieces() as u64;
        match self.arrangements {
            Some(count) => out.push(count),
            None if self.all_differ() => {
                out.extend((if self.odd.is_some() { 3 } else { 2 }..=pieces).rev());
            }
            None => out.extend((0..pieces).map(|_| self.counts.len() as u64)),
        }
        match self.turnings {
            Some(count) => out.push(count),
            None => out.extend((0..self.turn_digits()).map(|_| u64::from(self.turns))),
        }
    }

    /// Calls `digit` with each digit of a state: its classes and turns by slot.
    pub(in crate::domains::twisty) fn write(
        &self,
        classes: &[u8],
        turns: &[u8],
        mut digit: impl FnMut(u64),
    ) {
        match self.arrangements {
            Some(_) => digit(self.arrangement(classes)),
            None if self.all_differ() => self.each_place(classes, |_, place| digit(place)),
            None => classes.iter().for_each(|&class| digit(class.into())),
        }
        match self.turnings {
            Some(_) => digit(self.turning(classes, turns)),
            None => self.each_turn(classes, turns, |turn| digit(turn.into())),
        }
    }

    /// The classes and turns of the digits, each of which is less than its radix.
    pub(in crate::domains::twisty) fn read(
        &self,
        digits: &mut impl Iterator<Item = u64>,
        classes: &mut Vec<u8>,
        turns: &mut Vec<u8>,
    ) -> Result<(), &'static str> {
        let mut next = || digits.next().unwrap_or_default();
        match self.arrangements {
            Some(_) => self.arrange(next(), classes),
            None if self.all_differ() => {
                let places = self.pieces() - if self.odd.is_some() { 2 } else { 1 };
                self.take_places((0..places).map(|_| next()), classes);
            }
            None => {
                classes.clear();
                classes.extend((0..self.pieces()).map(|_| next() as u8));
                let mut left = self.left();
                for &class in &*classes {
                    let left = &mut left[usize::from(class)];
                    *left = left.checked_sub(1).ok_or("a piece is there too often")?;
                }
            }
        }
        match self.turnings {
            Some(_) => self.turn(next(), classes, turns),
            None => self.take_turns((0..self.turn_digits()).map(|_| next() as u8), classes, turns),
        }
        Ok(())
    }

    /// The number of an arrangement; when it is one digit.
    pub(in crate::domains::twisty) fn arrangement(&self, classes: &[u8]) -> u64 {
        let mut rank = 0;
        if self.all_differ() {
            self.each_place(classes, |radix, place| rank = rank * radix + place);
            return rank;
        }
        let mut left = self.left();
        let mut arrangements = self.arrangements.unwrap_or_default();
        for (slots, &class) in (1..=classes.len() as u64).rev().zip(classes) {
            // Of the arrangements of the rest, the share of those with this class here.
            let class = usize::from(class);
            let before: u64 = left[..class].iter().map(|&left| u64::from(left)).sum();
            rank += arrangements * before / slots;
            arrangements = arrangements * u64::from(left[class]) / slots;
            left[class] = left[class].saturating_sub(1);
        }
        rank
    }

    /// The classes by slot of the arrangement of a number less than their number.
    pub(in crate::domains::twisty) fn arrange(&self, rank: u64, classes: &mut Vec<u8>) {
        let pieces = self.pieces();
        if self.all_differ() {
            let last = if self.odd.is_some() { 2 } else { 1 };
            let mut places = [0; 64];
            let mut rest = rank;
            for at in (0..pieces - last.min(pieces)).rev() {
                let radix = (pieces - at) as u64;
                places[at] = rest % radix;
                rest /= radix;
            }
            return self.take_places(places.into_iter(), classes);
        }
        classes.clear();
        let mut left = self.left();
        let mut rank = rank;
        let mut arrangements = self.arrangements.unwrap_or_default();
        for slots in (1..=pieces as u64).rev() {
            let (mut before, mut chosen) = (0, self.counts.len() - 1);
            for (class, &alike) in left[..self.counts.len()].iter().enumerate() {
                if rank < arrangements * (before + u64::from(alike)) / slots {
                    chosen = class;
                    break;
                }
                before += u64::from(alike);
            }
            rank -= (arrangements * before / slots).min(rank);
            arrangements = arrangements * u64::from(left[chosen]) / slots;
            left[chosen] = left[chosen].saturating_sub(1);
            classes.push(chosen as u8);
        }
    }

    /// Calls `digit(radix, place)` for each slot whose piece is not determined by those
    /// before it: which of the pieces that are left it is. All pieces differ.
    fn each_place(&self, classes: &[u8], mut digit: impl FnMut(u64, u64)) {
        let pieces = classes.len();
        let said = pieces.saturating_sub(if self.odd.is_some() { 2 } else { 1 });
        if pieces <= 64 {
            let mut left = u64::MAX;
            for (at, &class) in classes[..said].iter().enumerate() {
                let below = left & ((1 << class) - 1);
                left &= !(1 << class);
                digit((pieces - at) as u64, below.count_ones().into());
            }
            return;
        }
        for (at, &class) in classes[..said].iter().enumerate() {
            let before = classes[..at].iter().filter(|&&before| before < class).count();
            digit((pieces - at) as u64, (usize::from(class) - before) as u64);
        }
    }

    /// The inverse of [`Self::each_place`]; digits that are missing are determined.
    fn take_places(&self, places: impl Iterator<Item = u64>, classes: &mut Vec<u8>) {
        let pieces = self.pieces();
        let mut all: [u8; 256] = std::array::from_fn(|class| class as u8);
        let mut left = &mut all[..pieces];
        classes.clear();
        let mut odd = false;
        let last = if self.odd.is_some() { 2 } else { 1 };
        for place in places.take(pieces.saturating_sub(last)) {
            odd ^= place & 1 == 1;
            // Takes the one at this place to the front, the others keep their order.
            left[..=place as usize].rotate_right(1);
            classes.push(left[0]);
            left = &mut left[1..];
        }
        if self.odd.is_some_and(|wanted| wanted != odd) {
            left.reverse();
        }
        classes.extend_from_slice(left);
    }

    /// How many pieces of each class there are, to be counted down.
    fn left(&self) -> [u8; 256] {
        let mut left = [0; 256];
        left[..self.counts.len()].copy_from_slice(&self.counts);
        left
    }

    /// The number of a turning; when it is one digit.
    pub(in crate::domains::twisty) fn turning(&self, classes: &[u8], turns: &[u8]) -> u64 {
        let (mut rank, radix) = (0, u64::from(self.turns));
        self.each_turn(classes, turns, |turn| rank = rank * radix + u64::from(turn));
        rank
    }

    /// The turns by slot of the turning of a number less than their number; 0 where
    /// they do not matter.
    pub(in crate::domains::twisty) fn turn(&self, rank: u64, classes: &[u8], turns: &mut Vec<u8>) {
        let (mut digits, mut rest, radix) = ([0; 64], rank, u64::from(self.turns));
        let count = self.turn_digits();
        for digit in digits[..count].iter_mut().rev() {
            *digit = (rest % radix) as u8;
            rest /= radix;
        }
        self.take_turns(digits.into_iter(), classes, turns);
    }

    /// The slots of the part whose turn matters, in the order of their digits: by slot
    /// where all matter, so that a move changes the turning in the same way in every
    /// arrangement; else by class, so that it changes it in few ways.
    pub(in crate::domains::twisty) fn turned_slots<'a>(
        &'a self,
        classes: &'a [u8],
    ) -> impl Iterator<Item = usize> + 'a {
        let all = self.all_turn();
        let plain = 0..if all { classes.len() } else { 0 };
        let chosen = self.turning.iter().enumerate().filter(move |(_, turning)| **turning && !all);
        plain.chain(chosen.flat_map(move |(class, _)| {
            let here = move |at: &usize| usize::from(classes[*at]) == class;
            (0..classes.len()).filter(here)
        }))
    }

    fn each_turn(&self, classes: &[u8], turns: &[u8], mut digit: impl FnMut(u8)) {
        if self.all_turn() {
            let said = turns.len() - usize::from(self.sum.is_some());
            turns[..said].iter().for_each(|&turn| digit(turn));
        } else {
            self.turned_slots(classes).for_each(|slot| digit(turns[slot]));
        }
    }

    fn take_turns(&self, digits: impl Iterator<Item = u8>, classes: &[u8], turns: &mut Vec<u8>) {
        turns.clear();
        turns.resize(classes.len(), 0);
        let count = self.turn_digits();
        let mut sum = 0;
        for (slot, turn) in self.turned_slots(classes).zip(digits.take(count)) {
            turns[slot] = turn;
            sum = (sum + turn) % self.turns;
        }
        if let (Some(wanted), Some(last)) = (self.sum, turns.last_mut()) {
            *last = (wanted + self.turns - sum) % self.turns;
        }
    }
}
