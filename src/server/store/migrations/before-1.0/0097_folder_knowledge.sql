-- Expands: earlier versions know nothing of a folder's files and of an answer's sources.
ALTER TABLE "folders" ADD COLUMN "instructions" text;
--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "sources" jsonb;
--> statement-breakpoint
CREATE TABLE "folder_documents" (
	"folder_id" text NOT NULL REFERENCES "folders"("id") ON DELETE cascade,
	"document_id" text NOT NULL REFERENCES "documents"("id") ON DELETE cascade,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	PRIMARY KEY ("folder_id", "document_id")
);
--> statement-breakpoint
CREATE TABLE "document_passages" (
	"document_id" text NOT NULL REFERENCES "documents"("id") ON DELETE cascade,
	"position" integer NOT NULL,
	"start" integer NOT NULL,
	"text" text NOT NULL,
	PRIMARY KEY ("document_id", "position")
);
--> statement-breakpoint
-- As for messages: punctuation only parts words, letters of scripts without spaces stand alone.
CREATE FUNCTION passage_words(text) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  select to_tsvector('simple'::regconfig, regexp_replace(
    translate($1, '!"#$%&''()*+,-./:;<=>?@[\]^_`{|}~', '                                '),
    '([\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af])', ' \1 ', 'g'
  ))
$$;
--> statement-breakpoint
CREATE INDEX "document_passages_words" ON "document_passages" USING gin (passage_words("text"));
