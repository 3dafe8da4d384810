package dev.airlock.conformance.trial;

import dev.airlock.conformance.session.ConnectorUnderTest;
import dev.airlock.conformance.session.Observation;
import dev.airlock.conformance.session.Session;
import dev.airlock.conformance.session.Setup;
import dev.airlock.sandbox.api.Cancellation;
import dev.airlock.upstreams.Disturbance;
import dev.airlock.upstreams.RecordedRequest;
import dev.airlock.upstreams.script.UpstreamScript;
import java.io.IOException;
import java.io.UncheckedIOException;

/** The fixture for trials of baseline calls. It loads the connector once; what the connector keeps is forgotten before each call. */
final class TrialFixture implements AutoCloseable {
    private final Session session;

    TrialFixture(ConnectorUnderTest subject, Setup setup) {
        try {
            this.session = Session.open(subject, setup);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Makes a call whose requests get their usual answers, except for those that the disturbance replaces. */
    Observation call(BaselineCall call, Disturbance disturbance) {
        return call(call, call.script(), disturbance, new Cancellation());
    }

    Observation call(BaselineCall call, UpstreamScript script, Disturbance disturbance, Cancellation cancellation) {
        return playing(script, disturbance).call(call.op(), call.args(), call.key(), cancellation);
    }

    /** Makes a call without a credential. */
    Observation callUnbound(BaselineCall call) {
        Session playing = playing(call.script(), Disturbance.NONE);
        playing.unbind();
        return playing.call(call.op(), call.args(), call.key(), new Cancellation());
    }

    /** Makes a call and repeats it as recovery does. */
    Observation recover(BaselineCall call, Disturbance disturbance) {
        return playing(call.script(), disturbance).recover(call.op(), call.args(), call.key());
    }

    /** Removes all parts of the latest call's credentials from a text. */
    String redacted(String text) {
        return session.redacted(text);
    }

    /** Returns path and query of a request of that call as the connector asked for them. */
    String asAsked(RecordedRequest request) {
        return session.asAsked(request);
    }

    private Session playing(UpstreamScript script, Disturbance disturbance) {
        session.forgetState();
        session.play(script, disturbance);
        return session;
    }

    @Override
    public void close() {
        session.close();
    }
}
