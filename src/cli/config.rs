//! `strata config`: the settings and where they come from.

use serde::Serialize;

use super::args::JsonArgs;
use super::context::Context;
use super::output::SCHEMA;
use super::{Execute, Exit, style};
use crate::config::{DEFAULTS, Origin, Sources, environment_name};

const EXAMPLES: &str = "\
Examples:
  strata config show                         every setting and where it comes from
  strata config show --json                  the same for programs
  strata config show --default > strata.toml   a file to begin an own one with";

/// Look at the settings
#[derive(Debug, clap::Args)]
#[command(arg_required_else_help = true)]
pub(super) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    /// Show every setting, its value and the place that gives it
    ///
    /// A value is taken from the first of these that names it: a flag, the
    /// environment, ./strata.toml, the user's file, the defaults.
    #[command(after_help = EXAMPLES)]
    Show(ShowArgs),
}

#[derive(Debug, clap::Args)]
struct ShowArgs {
    /// Write the defaults, with all their explanations, as a settings file
    #[arg(long, conflicts_with = "json")]
    default: bool,

    #[command(flatten)]
    json: JsonArgs,
}

impl Execute for Args {
    fn execute(&self, cx: &mut Context) -> anyhow::Result<Exit> {
        let Command::Show(args) = &self.command;
        if args.default {
            cx.out.text(DEFAULTS)?;
        } else if args.json.json {
            show_json(cx)?;
        } else {
            show(cx)?;
        }
        Ok(Exit::Done)
    }
}

fn show(cx: &mut Context) -> anyhow::Result<()> {
    let entries = cx.config.entries();
    let width = |texts: &mut dyn Iterator<Item = usize>| texts.max().unwrap_or(0);
    let keys = width(&mut entries.iter().map(|entry| entry.key.len()));
    let values = width(&mut entries.iter().map(|entry| entry.value.chars().count()));
    for entry in &entries {
        let key = style::paint(cx.color_out, style::STRONG, format!("{:keys$}", entry.key));
        let origin = style::paint(cx.color_out, style::FAINT, entry.origin);
        let value = style::padded(&entry.value, values);
        cx.out.line(format!("{key}  {value}  {origin}"))?;
    }
    if let Some(file) = Sources::user_file() {
        let note = format!("# ./strata.toml comes before {}", file.display());
        cx.out.line(style::paint(cx.color_out, style::FAINT, note))?;
    }
    Ok(())
}

/// One setting for programs.
#[derive(Serialize)]
struct Setting<'a> {
    key: &'static str,
    value: &'a str,
    environment: String,
    #[serde(flatten)]
    origin: &'a Origin,
}

#[derive(Serialize)]
#[serde(tag = "message_type", rename = "settings")]
struct Message<'a> {
    schema: u32,
    settings: Vec<Setting<'a>>,
}

fn show_json(cx: &mut Context) -> anyhow::Result<()> {
    let entries = cx.config.entries();
    let settings = entries.iter().map(|entry| Setting {
        key: entry.key,
        value: &entry.value,
        environment: environment_name(entry.key),
        origin: entry.origin,
    });
    let message = Message { schema: SCHEMA, settings: settings.collect() };
    Ok(cx.out.json(&message)?)
}
