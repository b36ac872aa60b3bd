// Areas that show texts of the server import this module, so that these are known at their first frame.
import { loadSentences } from './load-sentences.ts'

await loadSentences()
