import type { CoverageReason } from '@tenantscope/analysis/coverage/situation-text'
import { Fragment } from 'react'

import { Stack } from '../../../ui/stack.tsx'
import { Text } from '../../../ui/text.tsx'
import { PolicyLink } from './policy-link.tsx'

interface CoverageReasonsProps {
  reasons: readonly CoverageReason[]
  /** Names of policies by id. */
  names: ReadonlyMap<string, string>
}

/** Why a person is not covered, with the policies that it concerns. */
export function CoverageReasons({ reasons, names }: CoverageReasonsProps) {
  return (
    <Stack as="ul" gap={4}>
      {reasons.map(({ text, policyIds, end }) => (
        <li key={`${text} ${end} ${policyIds.join(' ')}`}>
          <Text variant="caption">
            {text}
            {policyIds.map((id, index) => (
              <Fragment key={id}>
                {index === 0 ? ' ' : ', '}
                <PolicyLink policyId={id}>{names.get(id) ?? id}</PolicyLink>
              </Fragment>
            ))}
            {end !== undefined && ` ${end}`}
          </Text>
        </li>
      ))}
    </Stack>
  )
}
