package dev.airlock.runtime.recovery.store;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reviews in memory. */
final class MemoryReviews implements ReviewStore {
    private final MemoryRecoveryStore store;
    private final Map<String, Review> reviews = new LinkedHashMap<>();

    MemoryReviews(MemoryRecoveryStore store) {
        this.store = store;
    }

    @Override
    public String open(Review review) {
        return store.alone(() -> {
            String id = "review-" + (reviews.size() + 1);
            reviews.put(id, with(review, id, Optional.empty()));
            return id;
        });
    }

    @Override
    public List<Review> list(boolean all) {
        return store.alone(() -> reviews.values().stream()
                .filter(review -> all || review.resolution().isEmpty())
                .toList());
    }

    @Override
    public Optional<Review> find(String id) {
        return store.alone(() -> Optional.ofNullable(reviews.get(id)));
    }

    @Override
    public boolean resolve(String id, String note, Instant now) {
        return store.alone(() -> {
            Review waiting = reviews.get(id);
            if (waiting == null || waiting.resolution().isPresent()) {
                return false;
            }
            reviews.put(id, with(waiting, id, Optional.of(new Resolution(note, now))));
            return true;
        });
    }

    private static Review with(Review review, String id, Optional<Resolution> resolution) {
        return new Review(
                id,
                review.queue(),
                review.verdict(),
                review.connector(),
                review.operation(),
                review.auditId(),
                review.failure(),
                review.openedAt(),
                resolution);
    }
}
