//! Progress as JSON, one message a line, on standard output.

use serde::Serialize;

use super::super::output::{Output, SCHEMA};
use crate::engine::{Control, Event, Listener, Progress, StageCounters};

/// The wire format of the events, kept apart from the engine's own types so that
/// these can change without breaking who reads it.
#[derive(Serialize)]
#[serde(tag = "message_type", rename_all = "snake_case")]
enum Message<'e> {
    Started {
        schema: u32,
        run: Option<u32>,
        resumed: bool,
        algorithm: &'e str,
        states: u64,
    },
    Progress {
        schema: u32,
        run: Option<u32>,
        side: &'e str,
        generation: u32,
        expanded: u64,
        generation_states: u64,
        new_states: u64,
        duplicates: u64,
        states: u64,
        states_per_second: f64,
        bytes_on_disk: u64,
        resident_bytes: u64,
        seconds: f64,
    },
    Generation {
        schema: u32,
        side: &'e str,
        generation: u32,
        states: u64,
        goals: u64,
    },
    Committed {
        schema: u32,
        states: u64,
        bytes_on_disk: u64,
    },
    Stopping {
        schema: u32,
        reason: &'e str,
    },
    Stages {
        schema: u32,
        stages: Vec<Stage<'e>>,
    },
}

#[derive(Serialize)]
struct Stage<'e> {
    stage: &'e str,
    items: u64,
    bytes: u64,
    busy_seconds: f64,
    waiting_seconds: f64,
}

impl<'e> From<&'e Event> for Message<'e> {
    fn from(event: &'e Event) -> Self {
        let schema = SCHEMA;
        match event {
            Event::Started { run, resumed, algorithm, states } => {
                let (run, resumed, states) = (*run, *resumed, *states);
                Self::Started { schema, run, resumed, algorithm, states }
            }
            Event::Progress(progress) => progress.into(),
            &Event::Generation { side, generation, states, goals } => {
                Self::Generation { schema, side, generation, states, goals }
            }
            &Event::Committed { states, store_bytes } => {
                Self::Committed { schema, states, bytes_on_disk: store_bytes }
            }
            Event::Stopping { reason } => Self::Stopping { schema, reason },
            Event::Stages { stages } => {
                Self::Stages { schema, stages: stages.iter().map(Stage::from).collect() }
            }
        }
    }
}

impl<'e> From<&'e Progress> for Message<'e> {
    fn from(progress: &'e Progress) -> Self {
        Self::Progress {
            schema: SCHEMA,
            run: progress.run,
            side: progress.side,
            generation: progress.generation,
            expanded: progress.expanded,
            generation_states: progress.generation_states,
            new_states: progress.new_states,
            duplicates: progress.duplicates,
            states: progress.states,
            states_per_second: progress.rate.round(),
            bytes_on_disk: progress.store_bytes,
            resident_bytes: progress.resident_bytes,
            seconds: progress.elapsed.as_secs_f64(),
        }
    }
}

impl<'e> From<&'e StageCounters> for Stage<'e> {
    fn from(counters: &'e StageCounters) -> Self {
        Self {
            stage: counters.stage,
            items: counters.items,
            bytes: counters.bytes,
            busy_seconds: counters.busy.as_secs_f64(),
            waiting_seconds: counters.waiting.as_secs_f64(),
        }
    }
}

/// Writes every event as a message. When the reader is gone, the run is stopped
/// after a checkpoint: nobody waits for its result.
pub(super) struct Json<'o> {
    to: &'o mut Output,
    control: &'o Control,
    gone: bool,
}

impl<'o> Json<'o> {
    pub(super) fn new(to: &'o mut Output, control: &'o Control) -> Self {
        Self { to, control, gone: false }
    }
}

impl Listener for Json<'_> {
    fn event(&mut self, event: &Event) {
        if !self.gone && self.to.json(&Message::from(event)).is_err() {
            self.gone = true;
            self.control.interrupt();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::super::super::output::tests::Sink;
    use super::super::text::tests::progress;
    use super::*;

    fn messages(events: &[Event]) -> Vec<serde_json::Value> {
        let sink = Sink::default();
        let mut output = Output::new(sink.clone());
        let control = Control::default();
        let mut reporter = Json::new(&mut output, &control);
        events.iter().for_each(|event| reporter.event(event));
        sink.text().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    #[test]
    fn every_message_says_its_type_and_schema() {
        let events = [
            Event::Started {
                run: None,
                resumed: false,
                algorithm: "generations".into(),
                states: 0,
            },
            Event::Progress(progress()),
            Event::Generation { side: "forward", generation: 3, states: 10, goals: 0 },
            Event::Committed { states: 11, store_bytes: 12 },
            Event::Stopping { reason: "time".into() },
            Event::Stages { stages: vec![] },
        ];
        let types = ["started", "progress", "generation", "committed", "stopping", "stages"];
        let written = messages(&events);
        assert_eq!(written.len(), types.len());
        for (message, name) in written.iter().zip(types) {
            assert_eq!(message["message_type"], name);
            assert_eq!(message["schema"], 1);
        }
        assert_eq!(written[1]["states_per_second"], 3_400_000.0);
        assert_eq!(written[1]["seconds"], 12.0);
        assert_eq!(written[3]["bytes_on_disk"], 12);
    }

    #[test]
    fn stages_are_in_seconds() {
        let stage = StageCounters {
            stage: "read",
            items: 1,
            bytes: 2,
            busy: Duration::from_millis(1500),
            waiting: Duration::ZERO,
        };
        let written = messages(&[Event::Stages { stages: vec![stage] }]);
        let expected = serde_json::json!([
            {"stage": "read", "items": 1, "bytes": 2, "busy_seconds": 1.5, "waiting_seconds": 0.0}
        ]);
        assert_eq!(written[0]["stages"], expected);
    }

    #[test]
    fn a_gone_reader_stops_the_search() {
        let mut output = Output::new(Sink::refusing(std::io::ErrorKind::BrokenPipe));
        let control = Control::default();
        let mut reporter = Json::new(&mut output, &control);
        assert!(!control.interrupted());
        reporter.event(&Event::Progress(progress()));
        assert!(control.interrupted());
        reporter.event(&Event::Progress(progress()));
    }
}
