-- Expands: earlier versions know only links of models, and leave the others alone.
ALTER TABLE "shares" ALTER COLUMN "asset_id" DROP NOT NULL;
--> statement-breakpoint
ALTER TABLE "shares" ADD COLUMN "conversation_id" text UNIQUE REFERENCES "conversations"("id") ON DELETE cascade;
--> statement-breakpoint
ALTER TABLE "shares" ADD COLUMN "with_files" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
ALTER TABLE "shares" ADD COLUMN "can_continue" boolean DEFAULT false NOT NULL;
