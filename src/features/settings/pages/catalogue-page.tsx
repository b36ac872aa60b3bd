import { AliasesPart } from '../aliases/aliases-part.tsx'
import { ImportedModelsPart } from '../imports/imported-models.tsx'
import { ModelFilesPart } from '../model-files/model-files.tsx'

export const CataloguePage = () => (
  <>
    <AliasesPart />
    <ImportedModelsPart />
    <ModelFilesPart />
  </>
)
