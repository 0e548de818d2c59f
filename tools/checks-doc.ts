import { CHECKS } from '@tenantscope/analysis/checks/catalogue'
import type { Check } from '@tenantscope/analysis/checks/define-check'

const GENERATED =
  /(<!-- generated from packages\/analysis\/src\/checks -->\n)[\s\S]*?(<!-- end -->)/

/** Returns CHECKS.md with a section for each check of the catalogue. */
export function withChecks(text: string): string {
  return text.replace(
    GENERATED,
    (_, start: string, end: string) => `${start}\n${CHECKS.map(sectionOf).join('\n')}\n${end}`,
  )
}

function sectionOf(check: Check): string {
  const { id, version, title, severity, why, fix, effort, userImpact, references, licence } = check
  return [
    `### ${id}`,
    `${title}. Severity ${severity}, effort: ${effort}, version ${version}${licence === null ? '' : `, needs Entra ID ${licence}`}.`,
    '',
    why,
    '',
    ...fix.map((step, index) => `${index + 1}. ${step}`),
    '',
    `Impact on users: ${userImpact}`,
    ...(references.length === 0 ? [] : ['', `References: ${references.join(', ')}.`]),
    '',
  ].join('\n')
}
