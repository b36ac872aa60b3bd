-- Expands: earlier versions rank passages with their own index, and cite documents without a place.
ALTER TABLE "documents" ADD COLUMN "page_starts" jsonb;
--> statement-breakpoint
ALTER TABLE "document_passages" ADD COLUMN "page" integer;
--> statement-breakpoint
ALTER TABLE "document_passages" ADD COLUMN "heading" text;
--> statement-breakpoint
CREATE TABLE "document_indexes" (
	"owner_id" text DEFAULT 'owner' NOT NULL,
	"document_id" text PRIMARY KEY NOT NULL REFERENCES "documents"("id") ON DELETE cascade,
	"version" integer NOT NULL,
	"buckets" integer NOT NULL,
	"lengths" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "document_terms" (
	"owner_id" text DEFAULT 'owner' NOT NULL,
	"document_id" text NOT NULL REFERENCES "documents"("id") ON DELETE cascade,
	"bucket" integer NOT NULL,
	"postings" text NOT NULL,
	PRIMARY KEY ("document_id", "bucket")
);
