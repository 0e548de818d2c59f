import { z } from 'zod'

/** Builds the software bill of materials of the image (CycloneDX). */

const Component = z.looseObject({ 'bom-ref': z.string() })
const Dependency = z.object({ ref: z.string(), dependsOn: z.array(z.string()) })
const Bill = z.looseObject({
  metadata: z.looseObject({ component: Component }),
  components: z.array(Component),
  dependencies: z.array(Dependency),
})
const Tree = z.object({
  version: z.string().optional(),
  get dependencies() {
    return z.record(z.string(), Tree).optional()
  },
})

/**
 * Returns the bill of the shipped packages and Node. `npm sbom --omit=dev` omits every package that any
 * workspace has for development, even when another ships it. So this filters the full bill by `npm ls`.
 */
export function billOfMaterials(given: {
  /** The output of `npm sbom`, including development packages. */
  everything: string
  /** The output of `npm ls --json`, without development packages. */
  shipped: string
  nodeVersion: string
}): string {
  const { metadata, components, dependencies, ...rest } = Bill.parse(JSON.parse(given.everything))
  const node = nodeComponent(given.nodeVersion)
  const product = metadata.component['bom-ref']
  const kept = referencesIn(Tree.parse(JSON.parse(given.shipped)))
  const dependsOn = (refs: readonly string[]) => refs.filter((ref) => kept.has(ref))
  const bill = {
    ...rest,
    // npm uses the name of the current folder.
    metadata: { ...metadata, component: { ...metadata.component, name: 'tenantscope' } },
    components: [...components.filter((each) => kept.has(each['bom-ref'])), node],
    dependencies: [
      ...dependencies
        .filter(({ ref }) => ref === product || kept.has(ref))
        .map(({ ref, dependsOn: refs }) => ({
          ref,
          dependsOn: [...dependsOn(refs), ...(ref === product ? [node['bom-ref']] : [])],
        })),
      { ref: node['bom-ref'], dependsOn: [] },
    ],
  }
  return `${JSON.stringify(bill, null, 2)}\n`
}

/** Returns name@version of all packages in the tree; optional peers that are not installed have no version. */
function referencesIn({ dependencies = {} }: z.infer<typeof Tree>): Set<string> {
  return new Set(
    Object.entries(dependencies).flatMap(([name, tree]) => [
      ...(tree.version === undefined ? [] : [`${name}@${tree.version}`]),
      ...referencesIn(tree),
    ]),
  )
}

/** Uses the identifiers of vulnerability databases, which do not list npm's package of Node. */
function nodeComponent(version: string) {
  const purl = `pkg:generic/node@${version}`
  return {
    'bom-ref': purl,
    type: 'platform',
    name: 'node',
    version,
    scope: 'required',
    description: 'Node.js, which runs the program',
    purl,
    cpe: `cpe:2.3:a:nodejs:node.js:${version}:*:*:*:*:*:*:*`,
    licenses: [{ license: { id: 'MIT' } }],
  }
}
