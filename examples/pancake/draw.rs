//! Shows stacks of pancakes and reads them back. A space needs this only to be
//! looked at: searches do without it.

use strata::space::{Draw, Marked, StateSpace as _, Successors, Svg};

use crate::space::Pancakes;

impl Draw for Pancakes {
    /// The sizes from the top: `3 1 2`.
    fn text(&self, stack: &Vec<u8>, _: Marked<'_, Self>) -> String {
        let sizes: Vec<String> = stack.iter().map(u8::to_string).collect();
        sizes.join(" ")
    }

    fn svg(&self, stack: &Vec<u8>, _: Marked<'_, Self>) -> Svg {
        let pancakes = self.start.len() as f64;
        let width = 20.0 * pancakes;
        let bars = stack.iter().enumerate().map(|(row, size)| {
            let length = 20.0 * f64::from(*size);
            let (x, y) = ((width - length) / 2.0, 12 * row);
            format!("<rect x=\"{x}\" y=\"{y}\" width=\"{length}\" height=\"10\" rx=\"5\" fill=\"peru\"/>\n")
        });
        Svg { width, height: 12.0 * pancakes, body: bars.collect() }
    }

    fn read_state(&self, text: &str) -> Result<Vec<u8>, String> {
        let pancakes = self.start.len();
        let sizes = text.split_whitespace().take(pancakes + 1);
        let stack: Option<Vec<u8>> = sizes.map(|size| size.parse().ok()).collect();
        stack
            .filter(|stack| self.is_stack(stack))
            .ok_or_else(|| format!("a stack is the sizes 1 to {pancakes} from the top, each once"))
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
