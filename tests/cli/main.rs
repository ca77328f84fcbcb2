//! The program as users and scripts run it.
#![cfg(feature = "cli")]

mod action;
mod baseline;
mod cli;
mod commands;
mod config;
mod fold_targets;
mod folder;
mod hostile_names;
mod html;
mod many_findings;
mod pairs;
mod report_readers;
mod reports;
mod schema;
mod settings_bounds;
#[path = "../common/shared.rs"]
mod shared;
mod suppression;
mod unread_weights;
mod world;
