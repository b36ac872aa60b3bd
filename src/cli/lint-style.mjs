// Plugin for oxlint with style rules of this project. `.oxlintrc.json` loads it.
import { foreignLookup } from './foreign-lookup.mjs'
import { rawValues } from './raw-values.mjs'

const camelCaseConstants = {
  create: (context) => ({
    VariableDeclarator({ id }) {
      if (id.type !== 'Identifier' || !/^[A-Z][A-Z0-9_]+$/.test(id.name)) return
      context.report({ node: id, message: `Constants are in camelCase: ${id.name}.` })
    },
  }),
}

const incrementOperator = {
  create: (context) => ({
    AssignmentExpression(node) {
      if (node.operator !== '+=' && node.operator !== '-=') return
      if (node.right.type !== 'Literal' || node.right.value !== 1) return
      const short = node.operator === '+=' ? '++' : '--'
      context.report({ node, message: `Write ${short} instead of ${node.operator} 1.` })
    },
  }),
}

export default {
  meta: { name: 'style' },
  rules: {
    'camel-case-constants': camelCaseConstants,
    'foreign-lookup': foreignLookup,
    'increment-operator': incrementOperator,
    'raw-values': rawValues,
  },
}
