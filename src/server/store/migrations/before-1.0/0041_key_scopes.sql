ALTER TABLE "api_keys" ADD COLUMN "reserved_usd" double precision DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "scopes" text[] DEFAULT '{chat,embeddings,3d,files,catalogue}' NOT NULL;
