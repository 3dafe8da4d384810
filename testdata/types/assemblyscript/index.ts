/** A connector that returns its typed arguments as its typed result. */
import { Call, Json, Operation, serve } from "../guest/airlock";
import { EchoArgsUser, EchoResult, EchoResultUser, EchoResultUserAddress, readEchoArgs } from "./operations";

function echo(call: Call): Json {
  const args = readEchoArgs(call);
  const result = new EchoResult();
  result.text = args.text;
  result.count = args.count;
  result.share = args.share;
  result.sure = args.sure;
  result.state = args.state;
  result.hasMaybeCount = args.hasMaybeCount;
  result.maybeCount = args.maybeCount;
  result.hasMaybeShare = args.hasMaybeShare;
  result.maybeShare = args.maybeShare;
  result.hasMaybeSure = args.hasMaybeSure;
  result.maybeSure = args.maybeSure;
  result.tags = args.tags;
  result.rows = args.rows;
  result.labels = args.labels;
  result.owner = user(args.owner);
  const reviewer = args.reviewer;
  if (reviewer) result.reviewer = user(reviewer);
  const people = args.people;
  if (people) result.people = people.map<EchoResultUser>((person) => user(person));
  result.anything = args.anything;
  result.either = args.either;
  result.gone = args.gone;
  result.type_ = args.type_;
  result.type2 = args.type2;
  return result.write();
}

function user(from: EchoArgsUser): EchoResultUser {
  const to = new EchoResultUser();
  to.id = from.id;
  to.name = from.name;
  to.boss = from.boss;
  const address = from.address;
  if (address) {
    const copy = new EchoResultUserAddress();
    copy.city = address.city;
    to.address = copy;
  }
  return to;
}

serve([new Operation("echo", echo)]);
