-- Expands: the chat in which a model was made is looked up by the order of the call.
CREATE INDEX "tool_calls_order" ON "tool_calls" USING btree (("details"->>'orderId')) WHERE "details"->>'orderId' IS NOT NULL;
