CREATE TABLE "answer_steps" (
	"message_id" text NOT NULL REFERENCES "messages"("id") ON DELETE CASCADE,
	"round" integer NOT NULL,
	"provider" text NOT NULL,
	"kept" jsonb NOT NULL,
	PRIMARY KEY("message_id", "round")
);
