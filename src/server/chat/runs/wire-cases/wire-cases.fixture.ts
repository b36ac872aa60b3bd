import { gatewayReports } from './gateway-reports.fixture.ts'
import { laterKinds } from './later-kinds.fixture.ts'
import { laterReports } from './later-reports.fixture.ts'
import { moreWireSiblings } from './more-siblings.fixture.ts'
import { reportedCases } from './reported-cases.fixture.ts'
import { secondReports } from './second-reports.fixture.ts'
import { wireSiblings } from './sibling-cases.fixture.ts'
import { textCases } from './text-cases.fixture.ts'
import { toolCallCases } from './tool-call-cases.fixture.ts'
import type { WireCase } from './wire-case.fixture.ts'

/** Answers of services, for the tests and the benchmark `tolerance`. */
export const wireCases: readonly WireCase[] = [
  ...reportedCases,
  ...toolCallCases,
  ...textCases,
  ...wireSiblings,
  ...moreWireSiblings,
  ...laterReports,
  ...laterKinds,
  ...gatewayReports,
  ...secondReports,
]
