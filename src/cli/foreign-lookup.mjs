// This lint rule of lint-style.mjs forbids `record[key]` if the key comes from an untrusted source,
// because a key such as `constructor` would find an inherited property.

const recordAliases = new Set(['Fields', 'Params', 'JsonSchema', 'ParamSchema', 'Workflow'])

/**
 * Returns whether a type is a record with arbitrary keys.
 * @param aliases the type aliases that the file declares.
 */
function isOpenRecord(type, aliases) {
  if (!type) return false
  switch (type.type) {
    case 'TSTypeReference': {
      const name = type.typeName.name
      const [first] = (type.typeArguments ?? type.typeParameters)?.params ?? []
      if (name === 'Record') return first?.type === 'TSStringKeyword'
      if (name === 'Readonly' || name === 'Partial') return isOpenRecord(first, aliases)
      return recordAliases.has(name) || isOpenRecord(aliases.get(name), new Map())
    }
    case 'TSTypeLiteral':
      return type.members.some(({ type: kind }) => kind === 'TSIndexSignature')
    case 'TSUnionType':
    case 'TSIntersectionType':
      return type.types.some((part) => isOpenRecord(part, aliases))
    default:
      return false
  }
}

function declaredType(definition) {
  const { name, node } = definition
  if (name.typeAnnotation) return name.typeAnnotation.typeAnnotation
  if (node.type === 'VariableDeclarator') {
    if (node.init?.type === 'TSAsExpression' && node.id === name) return node.init.typeAnnotation
    return node.id.type === 'ObjectPattern' ? memberType(node.id, name) : undefined
  }
  for (const param of node.params ?? []) {
    const pattern = param.type === 'AssignmentPattern' ? param.left : param
    const found = pattern.type === 'ObjectPattern' ? memberType(pattern, name) : undefined
    if (found) return found
  }
  return undefined
}

function memberType({ properties, typeAnnotation }, name) {
  const type = typeAnnotation?.typeAnnotation
  if (type?.type !== 'TSTypeLiteral') return undefined
  const property = properties.find(({ value }) => (value?.left ?? value) === name)
  const member = type.members.find(
    ({ key }) => key?.name !== undefined && key.name === property?.key?.name,
  )
  return member?.typeAnnotation?.typeAnnotation
}

function findDefinition(scope, name) {
  for (let at = scope; at; at = at.upper) {
    const found = at.set.get(name)
    if (found) return found.defs[0]
  }
  return undefined
}

const isFixedName = ({ type, value, expressions, operator }) =>
  type === 'Literal' ||
  (type === 'TemplateLiteral' && expressions.length === 0) ||
  (type === 'UnaryExpression' && operator !== 'typeof') ||
  typeof value === 'number'

function isFixedList(node) {
  if (node?.type === 'TSAsExpression') return isFixedList(node.expression)
  if (node?.type !== 'ArrayExpression') return false
  return node.elements.every((item) => item?.type === 'Literal' || isFixedList(item))
}

/**
 * Returns whether a variable can only have literal values of this file, such as a constant or the
 * variable of a loop over literals.
 */
function isFixedVariable(definition) {
  const { node, parent } = definition ?? {}
  if (node?.type !== 'VariableDeclarator' || parent?.kind !== 'const') return false
  if (node.init) return node.init.type === 'Literal'
  const loop = parent.parent
  return loop?.type === 'ForOfStatement' && isFixedList(loop.right)
}

function enclosing(node) {
  let at = node
  while (at.parent && !/Function|^Program$/.test(at.type)) at = at.parent
  return at
}

const squeeze = (text) => text.replaceAll(/\s+/g, '')

const lookup =
  'This name may be one that every object has, such as “constructor”. Use a Map, or ownValue and setOwn of #lib/own-value.ts.'

export const foreignLookup = {
  create: (context) => {
    const { sourceCode } = context
    const aliases = new Map()
    const isRecord = (object) => {
      if (object.type === 'TSAsExpression') return isOpenRecord(object.typeAnnotation, aliases)
      if (object.type === 'CallExpression') return object.callee.name === 'asRecord'
      if (object.type !== 'Identifier') return false
      const definition = findDefinition(sourceCode.getScope(object), object.name)
      return definition !== undefined && isOpenRecord(declaredType(definition), aliases)
    }
    const isGuarded = (node, object) =>
      squeeze(sourceCode.getText(enclosing(node))).includes(
        `Object.hasOwn(${squeeze(sourceCode.getText(object))},`,
      )
    return {
      TSTypeAliasDeclaration({ id, typeAnnotation }) {
        aliases.set(id.name, typeAnnotation)
      },
      MemberExpression(node) {
        const { object, property, computed, parent } = node
        if (!computed || isFixedName(property)) return
        const isVariable = property.type === 'Identifier'
        const scope = sourceCode.getScope(node)
        if (isVariable && isFixedVariable(findDefinition(scope, property.name))) return
        if (parent.type === 'UnaryExpression' && parent.operator === 'delete') return
        if (isRecord(object) && !isGuarded(node, object)) context.report({ node, message: lookup })
      },
      BinaryExpression(node) {
        if (node.operator !== 'in' || isFixedName(node.left)) return
        if (node.left.type === 'PrivateIdentifier') return
        context.report({ node, message: 'Use Object.hasOwn: “in” also finds what is inherited.' })
      },
    }
  },
}
