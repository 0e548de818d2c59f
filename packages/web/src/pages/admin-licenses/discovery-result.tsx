import {
  Button,
  makeStyles,
  MessageBar,
  MessageBarActions,
  MessageBarBody,
  MessageBarTitle,
} from '@fluentui/react-components'
import { DismissRegular } from '@fluentui/react-icons/svg/dismiss'
import type { CallReply } from '@tenantscope/contract/endpoint'
import type { discoverLicenses } from '@tenantscope/contract/license-management'

import { userMessageOf } from '../../lib/api-error.ts'
import { useFormat } from '../../lib/preferences.ts'
import { ForeignText } from '../../ui/foreign-text.tsx'

const useStyles = makeStyles({
  list: { margin: '4px 0 0', paddingInlineStart: '16px' },
})

interface DiscoveryResultProps {
  result: CallReply<typeof discoverLicenses>
  onDismiss: () => void
}

/** What Microsoft told, and which tenants could not be asked. */
export function DiscoveryResult({ result, onDismiss }: DiscoveryResultProps) {
  const styles = useStyles()
  const { number } = useFormat()
  const { discoveredSkus, added, tenants, failures } = result
  const found = counted(discoveredSkus.length, 'license SKU', number)
  const isPartial = failures.length > 0
  return (
    <MessageBar intent={isPartial ? 'warning' : 'success'} layout="multiline">
      <MessageBarBody>
        <MessageBarTitle>Discovered {found} from tenant data</MessageBarTitle>
        {number(added)} new. {counted(tenants - failures.length, 'tenant', number)} of{' '}
        {number(tenants)} answered.
        {isPartial && (
          <ul className={styles.list} aria-label="Tenants that could not be asked">
            {failures.slice(0, SHOWN).map(({ tenantId, displayName, message }) => (
              <li key={tenantId}>
                <ForeignText wrap>{displayName}</ForeignText>: {message}
              </li>
            ))}
            {failures.length > SHOWN && <li>and {number(failures.length - SHOWN)} more</li>}
          </ul>
        )}
      </MessageBarBody>
      <DismissAction onDismiss={onDismiss} />
    </MessageBar>
  )
}

interface DiscoveryFailedProps {
  error: Error
  onDismiss: () => void
}

/** Why nobody was asked. */
export function DiscoveryFailed({ error, onDismiss }: DiscoveryFailedProps) {
  return (
    <MessageBar intent="error" layout="multiline">
      <MessageBarBody>
        <MessageBarTitle>Failed to discover licenses from tenant data</MessageBarTitle>
        {userMessageOf(error)}
      </MessageBarBody>
      <DismissAction onDismiss={onDismiss} />
    </MessageBar>
  )
}

function DismissAction({ onDismiss }: { onDismiss: () => void }) {
  return (
    <MessageBarActions
      containerAction={
        <Button
          aria-label="Dismiss the result"
          appearance="transparent"
          icon={<DismissRegular />}
          onClick={onDismiss}
        />
      }
    />
  )
}

const SHOWN = 50

function counted(count: number, noun: string, number: (value: number) => string): string {
  return `${number(count)} ${noun}${count === 1 ? '' : 's'}`
}
