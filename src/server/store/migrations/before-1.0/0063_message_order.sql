DROP INDEX "messages_conversation";
--> statement-breakpoint
CREATE INDEX "messages_conversation" ON "messages" USING btree ("conversation_id","created_at","id");
