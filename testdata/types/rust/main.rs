//! A connector that returns its typed arguments as its typed result.

mod operations;

use airlock::{Call, Error, Output};
use operations::{EchoArgs, EchoArgsUser, EchoResult, EchoResultUser, EchoResultUserAddress};

airlock::connector! {
    "echo" => echo,
}

fn echo(call: &Call) -> Result<Output, Error> {
    let args = EchoArgs::of(call)?;
    Ok(EchoResult {
        text: args.text,
        count: args.count,
        share: args.share,
        sure: args.sure,
        state: args.state,
        maybe_count: args.maybe_count,
        maybe_share: args.maybe_share,
        maybe_sure: args.maybe_sure,
        tags: args.tags,
        rows: args.rows,
        labels: args.labels,
        owner: user(args.owner),
        reviewer: args.reviewer.map(user),
        people: args.people.map(|people| people.into_iter().map(user).collect()),
        anything: args.anything,
        either: args.either,
        gone: args.gone,
        type_: args.type_,
        type_2: args.type_2,
    }
    .into())
}

fn user(from: EchoArgsUser) -> EchoResultUser {
    EchoResultUser {
        id: from.id,
        name: from.name,
        boss: from.boss,
        address: from.address.map(|address| EchoResultUserAddress { city: address.city }),
    }
}
