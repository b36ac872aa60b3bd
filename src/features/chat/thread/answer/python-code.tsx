import { CodeView } from '../../markdown/draw/fenced/code-view.tsx'
import '../../markdown/draw/markdown.css'
import { PythonBlock } from '../../python/python-block.tsx'

export const PythonCode = ({ code }: { code: string }) => (
  <div className="markdown mb-2">
    <PythonBlock code={code}>
      {(button) => (
        <CodeView language="python" lines={[code.split('\n')]} isOpen={false}>
          {button}
        </CodeView>
      )}
    </PythonBlock>
  </div>
)
