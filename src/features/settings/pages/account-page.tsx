import { About } from '../about.tsx'
import { AccessPart } from '../access/access-part.tsx'
import { AppearancePart } from '../appearance/appearance-part.tsx'

export const AccountPage = () => (
  <>
    <AppearancePart />
    <AccessPart />
    <About />
  </>
)
