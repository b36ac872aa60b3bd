import { ToolError, type Tool } from './tool.ts'

/** The date and the time, anywhere. */
export const createDateTimeTool = (now: () => Date): Tool => ({
  name: 'current_date_time',
  title: 'Date and time',
  effect: 'reads',
  description: 'The current date, weekday and time, in any time zone.',
  parameters: {
    type: 'object',
    properties: {
      time_zone: {
        type: 'string',
        description: 'IANA name such as Europe/Berlin. Defaults to the server’s time zone.',
      },
    },
  },
  run: ({ time_zone: given }) => {
    const timeZone = typeof given === 'string' && given !== '' ? given : undefined
    try {
      const format = new Intl.DateTimeFormat('en-GB', {
        dateStyle: 'full',
        timeStyle: 'long',
        ...(timeZone && { timeZone }),
      })
      const zone = format.resolvedOptions().timeZone
      return `${format.format(now())} (${zone}). In UTC: ${now().toISOString()}`
    } catch (cause) {
      throw new ToolError(`There is no time zone “${timeZone}”.`, { cause })
    }
  },
})
