import { Button, makeStyles, tokens } from '@fluentui/react-components'
import type { PostureException } from '@tenantscope/contract/posture-exceptions'
import { roleReaches } from '@tenantscope/contract/roles'
import { useId, useState } from 'react'

import { useCurrentUser } from '../../../lib/current-user.ts'
import { lazyPart } from '../../../lib/load-part.ts'
import { useFormat } from '../../../lib/preferences.ts'
import { ForeignText } from '../../../ui/foreign-text.tsx'
import { LaterPart } from '../../../ui/later-part.tsx'
import { RETURNS_FOCUS } from '../../../ui/returns-focus.ts'
import { Stack } from '../../../ui/stack.tsx'
import { StatusLabel } from '../../../ui/status-label.tsx'
import { Text } from '../../../ui/text.tsx'
import { focusAfterQuestion } from '../../../ui/use-focus-back.ts'
import { useLastShown } from '../../../ui/use-last-shown.ts'

const useStyles = makeStyles({
  list: { ':empty': { display: 'none' } },
  item: { padding: '8px 0', borderTop: `1px solid ${tokens.colorNeutralStroke3}` },
})

const ProlongDialog = lazyPart(async () => (await import('./prolong-dialog.tsx')).ProlongDialog)
const EndQuestion = lazyPart(async () => (await import('./end-question.tsx')).EndQuestion)

interface Over {
  kind: 'prolong' | 'end'
  exception: PostureException
}

interface ExceptionListProps {
  exceptions: readonly PostureException[]
  /** Absent: the check is known from what is around the list. */
  titleOf?: (checkId: string) => string
}

/** Accepted risks; users who may change one get the buttons for that. */
export function ExceptionList({ exceptions, titleOf }: ExceptionListProps) {
  const styles = useStyles()
  const [over, setOver] = useState<Over | null>(null)
  const last = useLastShown(over)
  const listId = useId()
  const close = () => setOver(null)
  return (
    <>
      <Stack as="ul" id={listId} tabIndex={-1} className={styles.list}>
        {exceptions.map((exception) => (
          <ExceptionItem
            key={exception.id}
            exception={exception}
            title={titleOf?.(exception.checkId)}
            onOpen={(kind) => setOver({ kind, exception })}
          />
        ))}
      </Stack>
      <LaterPart>
        {over?.kind === 'prolong' && <ProlongDialog exception={over.exception} onClose={close} />}
        {last?.kind === 'end' && (
          <EndQuestion
            key={last.exception.id}
            exception={last.exception}
            isOpen={over?.kind === 'end'}
            onClose={close}
            onEnded={() => {
              close()
              // The used button is gone.
              focusAfterQuestion(document.getElementById(listId))
            }}
          />
        )}
      </LaterPart>
    </>
  )
}

interface ExceptionItemProps {
  exception: PostureException
  title: string | undefined
  onOpen: (kind: Over['kind']) => void
}

function ExceptionItem({ exception, title, onOpen }: ExceptionItemProps) {
  const styles = useStyles()
  const format = useFormat()
  const { reason, endsAt, isActive } = exception
  return (
    <Stack as="li" gap={4} className={styles.item}>
      {title !== undefined && <Text variant="strong">{title}</Text>}
      <Stack row wrap gap={16} lineGap={4} align="center">
        <StatusLabel tone={isActive ? 'info' : 'off'}>{isActive ? 'Active' : 'Ended'}</StatusLabel>
        <Text variant="caption" tabular>
          {isActive ? 'Ends' : 'Ended'} {format.dateTime(endsAt)}
        </Text>
      </Stack>
      <ForeignText wrap>{reason}</ForeignText>
      <Accepted exception={exception} />
      {isActive && (
        <ChangeButtons
          scope={exception.scope}
          name={title ?? exception.objectName ?? 'this check'}
          onOpen={onOpen}
        />
      )}
    </Stack>
  )
}

/** What was accepted, for which tenants, by whom and when. */
function Accepted({ exception }: { exception: PostureException }) {
  const format = useFormat()
  const { objectId, objectName, ownerName, createdAt } = exception
  return (
    <Text variant="caption" muted>
      {objectId === null ? (
        'The complete check'
      ) : (
        <ForeignText wrap>{objectName ?? objectId}</ForeignText>
      )}{' '}
      for {scopeText(exception)}. Accepted by <ForeignText wrap>{ownerName}</ForeignText> on{' '}
      {format.date(createdAt)}.
    </Text>
  )
}

interface ChangeButtonsProps extends Pick<ExceptionItemProps, 'onOpen'> {
  scope: PostureException['scope']
  name: string
}

/** Absent for users who may not change it: more than one tenant requires an administrator. */
function ChangeButtons({ scope, name, onOpen }: ChangeButtonsProps) {
  const { role } = useCurrentUser()
  if (!roleReaches(role, scope.kind === 'tenant' ? 'technician' : 'admin')) return null
  return (
    <Stack row wrap gap={8}>
      <Button
        {...RETURNS_FOCUS}
        size="small"
        aria-label={`Prolong the accepted risk of ${name}`}
        onClick={() => onOpen('prolong')}
      >
        Prolong
      </Button>
      <Button
        {...RETURNS_FOCUS}
        size="small"
        aria-label={`End early the accepted risk of ${name}`}
        onClick={() => onOpen('end')}
      >
        End early
      </Button>
    </Stack>
  )
}

function scopeText({ scope, scopeName }: PostureException): string {
  if (scope.kind === 'all') return 'all tenants'
  if (scope.kind === 'tenant') return 'this tenant'
  return scopeName === null ? 'a tenant group' : `the tenant group ${scopeName}`
}
