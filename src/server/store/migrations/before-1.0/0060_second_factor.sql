CREATE TABLE "second_factors" (
	"id" text PRIMARY KEY NOT NULL,
	"enrolment" text,
	"sealed_key" text,
	"last_step" integer DEFAULT 0 NOT NULL,
	"since" timestamp with time zone,
	"changed_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "recovery_codes" (
	"digest" text PRIMARY KEY NOT NULL,
	"enrolment" text NOT NULL
);
