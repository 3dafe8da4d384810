// A connector that returns its typed arguments as its typed result.
package main

import "airlock.dev/guest/airlock"

func init() {
	airlock.Handle(airlock.Operations{"echo": echo})
}

func main() {
	airlock.Serve()
}

func echo(call airlock.Call) (any, error) {
	args, err := ReadEchoArgs(call)
	if err != nil {
		return nil, err
	}
	result := EchoResult{
		Text: args.Text, Count: args.Count, Share: args.Share, Sure: args.Sure, State: args.State,
		MaybeCount: args.MaybeCount, MaybeShare: args.MaybeShare, MaybeSure: args.MaybeSure,
		Tags: args.Tags, Rows: args.Rows, Labels: args.Labels, Owner: user(args.Owner),
		Anything: args.Anything, Either: args.Either, Gone: args.Gone, Type: args.Type, Type2: args.Type2,
	}
	if args.Reviewer != nil {
		reviewer := user(*args.Reviewer)
		result.Reviewer = &reviewer
	}
	for _, person := range args.People {
		result.People = append(result.People, user(person))
	}
	return result, nil
}

func user(from EchoArgsUser) EchoResultUser {
	to := EchoResultUser{ID: from.ID, Name: from.Name, Boss: from.Boss}
	if from.Address != nil {
		to.Address = &EchoResultUserAddress{City: from.Address.City}
	}
	return to
}
