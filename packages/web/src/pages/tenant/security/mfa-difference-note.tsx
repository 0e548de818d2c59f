import { mfaDifference } from '@tenantscope/analysis/checks/mfa-difference'
import { verdictText } from '@tenantscope/analysis/checks/posture-text'
import { mfaLabel } from '@tenantscope/analysis/coverage/mfa-label'
import type { MfaVerdict } from '@tenantscope/contract/mfa'
import type { TenantCheck } from '@tenantscope/contract/posture'

import { Stack } from '../../../ui/stack.tsx'
import { Text } from '../../../ui/text.tsx'

interface MfaDifferenceProps {
  mfa: MfaVerdict
  check: TenantCheck
}

/** Why the MFA verdict, which counts people, and the check of the policies differ; nothing when they agree. */
export function MfaDifference({ mfa, check }: MfaDifferenceProps) {
  const sentences = mfaDifference({ mfa, check })
  if (sentences.length === 0) return null
  const label = mfaLabel({ verdict: mfa, notCovered: null })
  return (
    <Stack gap={4} role="note" aria-label="Why the MFA verdict and the check differ">
      <Text as="p" variant="caption">
        The MFA verdict is {label}. The check “{check.title}” is {verdictText(check.verdict)}.
      </Text>
      {sentences.map((sentence) => (
        <Text key={sentence} as="p" variant="caption" muted>
          {sentence}
        </Text>
      ))}
    </Stack>
  )
}
