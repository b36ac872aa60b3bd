import { AllowedTools } from '../allowed-tools/allowed-tools.tsx'
import { UsualTools } from '../allowed-tools/usual-tools.tsx'

export const ToolsPage = () => (
  <>
    <UsualTools />
    <AllowedTools />
  </>
)
