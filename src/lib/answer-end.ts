/** How an answer of a language model ended. Only an answer that ended with `usual` is complete. */
export type AnswerEnd = 'usual' | 'length' | 'filter' | 'error' | 'unknown'

const usual =
  /^(?:finish_reason_|stop_reason_)?(?:stop|end|stop[_-]?token|stop[_-]?sequence(?:_hit)?|end[_-]?(?:of[_-]?)?turn|eos(?:_token)?|tool[_-]?(?:calls?|use)|function[_-]?calls?|complete[d]?|done|finish(?:ed)?|pause_turn|success|load|unload|null)$/i
const length =
  /length|max[_-]?(?:(?:output|new|completion)[_-]?)?tokens|token_limit|context_window/i
const filter =
  /filter|sensitive|safety|refus|recitation|blocklist|block(?:ed)?$|prohibited|spii|violat|moderat|risk|toxic|guardrail|armor/i
/** Gemini reports malformed tool calls as `function_call_filter: MALFORMED_FUNCTION_CALL`. */
const malformed = /malformed|unexpected/i
const failed =
  /error|fail|network|abort|cancel|insufficient|time[d_-]{0,2}out|time_limit|overload|interrupt/i

/** Converts a provider's finish reason. An unknown reason never counts as a complete answer. */
export function toAnswerEnd(finishReason: string | undefined): AnswerEnd {
  if (finishReason === undefined || usual.test(finishReason)) return 'usual'
  if (malformed.test(finishReason)) return 'error'
  if (length.test(finishReason)) return 'length'
  if (filter.test(finishReason)) return 'filter'
  return failed.test(finishReason) ? 'error' : 'unknown'
}
