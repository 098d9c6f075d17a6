use super::*;
use crate::domains::twisty::formats::{Format, read};
use crate::domains::twisty::{Generator, Metric, Possible, Puzzle, Target, Task, builtin, notation};

fn task(name: &str) -> Task {
    let puzzle = builtin::named(name).unwrap().puzzle.clone();
    Task { generators: Generator::all(&puzzle), puzzle, metric: Metric::Htm }
}

#[test]
fn dump() {
    for (name, orders) in [("3x3x3", "90/90"),("3x3x3","210/24"),("3x3x3","30/18/10/9"),("3x3x3","1260"),("2x2x2","9/9"),("3x3x3","1260/1260"),("3x3x3","11/11"),("3x3x3","13"), ("pyraminx","6/3"),("2x2x2","4"), ("megaminx","90/90"),("3x3x3","2/2/2/2/2/2/2/2"),("4x4x4","90/90")] {
        let task = task(name);
        let t = std::time::Instant::now();
        match ways(&task, &read_orders(orders).unwrap().unwrap()) {
            Ok(ways) => {
                println!("{name} {orders}: {} ways {:?}", ways.len(), t.elapsed());
                for way in ways.iter().take(6) {
                    let t: Vec<String> = way.choices.iter().map(|(n, c)| format!("{n}: {} {:?} {:.1}", Target::text(&task.puzzle, &c.combination()), c.shared, c.commonness)).collect();
                    println!("   {}", t.join("; "));
                }
            }
            Err(e) => println!("{name} {orders}: {e} {:?}", t.elapsed()),
        }
    }
}
