//! What the user sees while a search runs: one listener for each way of showing
//! it. On a terminal a bar, elsewhere a line now and then, for programs JSON.

mod bar;
mod json;
mod lines;
mod pace;
mod text;

use super::context::{Context, ProgressStyle};
use crate::engine::{Control, Listener};

use bar::Bar;
use json::Json;
use lines::Lines;

/// The listener that suits the command's flags and the terminal. `stages` asks
/// for the counters of the pipeline at the end; `control` is that of the run.
pub(super) fn reporter<'a>(
    cx: &'a mut Context,
    json: bool,
    stages: bool,
    control: &'a Control,
) -> Box<dyn Listener + 'a> {
    if json {
        return Box::new(Json::new(&mut cx.out, control));
    }
    match cx.progress {
        ProgressStyle::Bar => Box::new(Bar::new(&cx.bars, cx.color_err, stages)),
        ProgressStyle::Lines => Box::new(Lines::new(std::io::stderr(), true, stages)),
        ProgressStyle::Silent => Box::new(Lines::new(std::io::stderr(), false, stages)),
    }
}
