ALTER TABLE "assets" ADD COLUMN "turntable_key" text;
--> statement-breakpoint
CREATE TABLE "shares" (
	"token" text PRIMARY KEY NOT NULL,
	"asset_id" text NOT NULL UNIQUE REFERENCES "assets"("id") ON DELETE cascade,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
