import {
  MessageBar,
  MessageBarActions,
  MessageBarBody,
  MessageBarTitle,
} from '@fluentui/react-components'
import { useQuery } from '@tanstack/react-query'

import { azureConfigQuery } from '../../lib/azure-config.ts'
import { LinkButton } from '../../ui/app-link.tsx'

/** The secret or certificate with which everything is read ends soon, or has ended. */
export function CredentialBar({ daysLeft }: { daysLeft: number }) {
  const { data: config, isPending } = useQuery(azureConfigQuery({ isQuiet: true }))
  if (isPending) return null
  const name = config?.credentialKind === 'certificate' ? 'certificate' : 'client secret'
  const hasEnded = daysLeft < 0
  return (
    <MessageBar intent={hasEnded ? 'error' : 'warning'} layout="multiline">
      <MessageBarBody>
        <MessageBarTitle>
          The {name} of the Microsoft connection {endText(daysLeft)}
        </MessageBarTitle>
        {hasEnded
          ? 'No tenant can be read until there is a new one.'
          : 'Put a new one in its place in time: without it no tenant can be read.'}
      </MessageBarBody>
      <MessageBarActions>
        <LinkButton size="small" to="/azure-config">
          Open Azure Config
        </LinkButton>
      </MessageBarActions>
    </MessageBar>
  )
}

function endText(daysLeft: number): string {
  if (daysLeft < 0) return 'has ended'
  if (daysLeft === 0) return 'ends within a day'
  return `ends in ${daysLeft === 1 ? '1 day' : `${daysLeft} days`}`
}
