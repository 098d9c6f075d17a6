//! Showing states to people, and reading them back.

use super::StateSpace;

/// A picture as SVG elements of a known size, without the outer `<svg>`.
#[derive(Debug, Clone, PartialEq)]
pub struct Svg {
    /// Width in user units.
    pub width: f64,
    /// Height in user units.
    pub height: f64,
    /// The elements.
    pub body: String,
}

impl Svg {
    /// A complete document.
    #[must_use]
    pub fn document(&self) -> String {
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {w} {h}\" width=\"{w}\" height=\"{h}\" font-family=\"sans-serif\">\n{body}</svg>\n",
            w = self.width,
            h = self.height,
            body = self.body
        )
    }
}

/// What a drawing marks: the move that led here.
pub type Marked<'a, S> = Option<&'a <S as StateSpace>::Move>;

/// A space whose states can be shown and typed in.
pub trait Draw: StateSpace {
    /// The state as rows of text, the moved piece marked where the notation
    /// allows it. No trailing line break.
    fn text(&self, state: &Self::State, moved: Marked<'_, Self>) -> String;

    /// The state as a picture, the moved piece marked.
    fn svg(&self, state: &Self::State, moved: Marked<'_, Self>) -> Svg;

    /// Reads a state of this space from text as [`Self::text`] writes it; `/`
    /// separates rows as well as a line break does.
    ///
    /// # Errors
    /// What is wrong with the text and where, as a sentence.
    fn read_state(&self, text: &str) -> Result<Self::State, String>;

    /// Checks a path independently of [`StateSpace::expand`]: `states[0]` is a
    /// start and each move legally leads to the next state.
    ///
    /// # Errors
    /// The first step that is wrong (0 is the start) and why.
    fn check_path(&self, states: &[Self::State], moves: &[Self::Move]) -> Result<(), String>;
}
