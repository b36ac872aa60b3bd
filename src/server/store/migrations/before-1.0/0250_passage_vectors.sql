-- Expands: earlier versions find passages by words alone.
ALTER TABLE "folders" ADD COLUMN "embedding_model" text;
--> statement-breakpoint
-- Without a vector: it was sent to the service and no answer is stored.
CREATE TABLE "passage_vectors" (
	"owner_id" text DEFAULT 'owner' NOT NULL,
	"document_id" text NOT NULL REFERENCES "documents"("id") ON DELETE cascade,
	"model" text NOT NULL,
	"position" integer NOT NULL,
	"vector" bytea,
	"sent_at" timestamp with time zone DEFAULT now() NOT NULL,
	PRIMARY KEY ("document_id", "model", "position")
);
