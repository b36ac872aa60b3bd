import { z } from 'zod'
import { defineTool, ToolError, type Tool } from './tool.ts'

const input = z.object({
  time_zone: z
    .string()
    .optional()
    .describe('IANA name such as Europe/Berlin. Defaults to the server’s time zone.'),
})

const output = z.object({
  utc: z.iso.datetime(),
  local: z.string().describe('Weekday, date and time in the time zone.'),
  timeZone: z.string(),
})

export const createDateTimeTool = (now: () => Date): Tool =>
  defineTool({
    name: 'current_date_time',
    title: 'Date and time',
    effect: 'reads',
    description: 'The current date, weekday and time, in any time zone.',
    input,
    output,
    run: ({ time_zone: asked }) => {
      const format = formatIn(asked)
      const { timeZone } = format.resolvedOptions()
      const [local, utc] = [format.format(now()), now().toISOString()]
      return {
        text: `${local} (${timeZone}). In UTC: ${utc}`,
        structured: { utc, local, timeZone },
      }
    },
  })

function formatIn(timeZone = ''): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat('en-GB', {
      dateStyle: 'full',
      timeStyle: 'long',
      ...(timeZone && { timeZone }),
    })
  } catch (cause) {
    throw new ToolError(`There is no time zone “${timeZone}”.`, { cause })
  }
}
