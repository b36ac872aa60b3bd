import { Connections } from '../connections/connections.tsx'
import { DefaultModels } from '../default-models/default-models.tsx'
import { Engines } from '../engines/engines.tsx'

export const ModelsPage = () => (
  <>
    <DefaultModels />
    <Connections />
    <Engines />
  </>
)
