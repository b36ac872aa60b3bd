CREATE TABLE "document_texts" (
	"document_id" text NOT NULL REFERENCES "documents"("id") ON DELETE CASCADE,
	"position" integer NOT NULL,
	"text" text NOT NULL,
	PRIMARY KEY("document_id", "position")
);
--> statement-breakpoint
INSERT INTO "document_texts" ("document_id", "position", "text")
SELECT "id", "n", substr("text", "n" * 100000 + 1, 100000)
FROM "documents", generate_series(0, (char_length("text") - 1) / 100000) AS "n"
WHERE "text" <> '';
--> statement-breakpoint
ALTER TABLE "documents" DROP COLUMN "text";
