-- Words of a passage are kept, not made anew for each question. An earlier version makes them itself.
ALTER TABLE "document_passages" ADD COLUMN "words" tsvector GENERATED ALWAYS AS (passage_words("text")) STORED;
--> statement-breakpoint
-- A folder's files are looked through one by one, so that only new passages were slow for its sake.
DROP INDEX "document_passages_words";
--> statement-breakpoint
-- By time and place, for what was used of late.
CREATE INDEX "runs_started_at" ON "runs" USING btree ("started_at", "id");
