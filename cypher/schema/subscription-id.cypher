// One node a subscription. Carries the statements of webhooks/ about subscriptions.
CREATE CONSTRAINT subscription_id IF NOT EXISTS FOR (s:Subscription) REQUIRE s.id IS UNIQUE
