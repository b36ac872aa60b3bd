import { config } from 'zod'

// The page may not turn text into code. Zod asks whether it may by trying, and every try would be
// reported as a breach. Imported first, because schemas ask when they are made.
config({ jitless: true })
