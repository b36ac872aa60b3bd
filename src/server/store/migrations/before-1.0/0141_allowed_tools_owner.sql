-- Expands: earlier versions have one owner.
ALTER TABLE "allowed_tools" ADD COLUMN "owner_id" text NOT NULL DEFAULT 'owner';
--> statement-breakpoint
ALTER TABLE "allowed_tools" DROP CONSTRAINT "allowed_tools_pkey";
--> statement-breakpoint
ALTER TABLE "allowed_tools" ADD PRIMARY KEY ("owner_id", "name");
