import { amountText } from '@tenantscope/analysis/csv'
import type { TextColumn } from '@tenantscope/analysis/csv'
import { isoTimeIn } from '@tenantscope/analysis/iso-time'
import type { CurrencyCode } from '@tenantscope/contract/currencies'
import {
  ACCOUNT_MARK_NAMES,
  REPORTED_SERVICE_NAMES,
  USE_VERDICT_NAMES,
} from '@tenantscope/contract/license-use'
import type { PersonUse } from '@tenantscope/contract/license-use'
import type { ReactNode } from 'react'

import type { Format } from '../../lib/format.ts'
import type { TableColumn } from '../../ui/data-table.tsx'
import { ForeignText } from '../../ui/foreign-text.tsx'
import { RowButton } from '../../ui/row-button.tsx'
import { Stack } from '../../ui/stack.tsx'
import { Text } from '../../ui/text.tsx'

interface Shown {
  format: Format
  timeZone: string
  currency: CurrencyCode
}

interface UseColumn extends TableColumn<PersonUse> {
  cells: readonly TextColumn<PersonUse>[]
}

/** The columns of the people on screen and in the file. `onOpen` is null for viewers. */
export function peopleColumns(
  { format, timeZone, currency }: Shown,
  onOpen: ((person: PersonUse) => void) | null,
): readonly UseColumn[] {
  return [
    {
      header: 'Person',
      width: 22,
      isBare: true,
      render: (person) => <PersonCell person={person} onOpen={onOpen} />,
      cells: [
        { header: 'Name', textOf: ({ name }) => name },
        { header: 'Sign-in Name', textOf: ({ userPrincipalName }) => userPrincipalName },
        { header: 'Account', textOf: accountText },
      ],
    },
    {
      header: 'Finding',
      width: 14,
      render: (person) => (
        <Stack gap={2} align="start">
          <span>{USE_VERDICT_NAMES[person.verdict]}</span>
          {person.verdict === 'new' && person.createdAt !== null && (
            <Text variant="caption" muted>
              Created on {format.date(person.createdAt)}
            </Text>
          )}
        </Stack>
      ),
      cells: [
        { header: 'Finding', textOf: ({ verdict }) => USE_VERDICT_NAMES[verdict] },
        {
          header: 'Created',
          textOf: ({ createdAt }) => createdAt && isoTimeIn(timeZone, createdAt),
        },
      ],
    },
    {
      header: 'Last sign-in',
      width: 12,
      render: (person) => signInText(person, format.date),
      cells: [
        {
          header: 'Last Sign-in',
          textOf: (person) => signInText(person, (at) => isoTimeIn(timeZone, at)),
        },
      ],
    },
    {
      header: 'Last reported use',
      width: 20,
      render: (person) => <ServiceList person={person} format={format} />,
      cells: [{ header: 'Last Reported Use', textOf: (person) => servicesText(person, String) }],
    },
    {
      header: 'Licenses',
      width: 20,
      render: ({ licenses }) => <ForeignText wrap>{licenses.join(', ')}</ForeignText>,
      cells: [{ header: 'Licenses', textOf: ({ licenses }) => licenses.join('; ') }],
    },
    {
      header: `Cost (${currency})`,
      width: 12,
      isNumber: true,
      render: (person) => costText(person, (amount) => format.money(amount, currency)),
      cells: [
        {
          header: `Cost per Month (${currency})`,
          textOf: (person) => (isCostKnown(person) ? amountText(person.monthlyCost) : null),
        },
        {
          header: 'Licenses without a Price',
          textOf: ({ unpricedLicenses }) => String(unpricedLicenses),
        },
        { header: 'Mark', textOf: ({ mark }) => mark && ACCOUNT_MARK_NAMES[mark.kind] },
        { header: 'Reason of the Mark', textOf: ({ mark }) => mark?.reason ?? null },
      ],
    },
  ]
}

function PersonCell({
  person,
  onOpen,
}: {
  person: PersonUse
  onOpen: ((person: PersonUse) => void) | null
}) {
  const { name, userPrincipalName, mark } = person
  const account = accountText(person)
  return (
    <Stack gap={2} align="start">
      <Openable person={person} onOpen={onOpen}>
        <ForeignText wrap>{name}</ForeignText>
      </Openable>
      {userPrincipalName !== null && (
        <Text variant="caption" muted>
          <ForeignText wrap>{userPrincipalName}</ForeignText>
        </Text>
      )}
      {account !== '' && (
        <Text variant="caption" muted>
          {account}
        </Text>
      )}
      {mark !== null && (
        <Text variant="caption">
          {ACCOUNT_MARK_NAMES[mark.kind]}
          {mark.reason !== '' && (
            <>
              : <ForeignText wrap>{mark.reason}</ForeignText>
            </>
          )}
        </Text>
      )}
    </Stack>
  )
}

function Openable({
  person,
  onOpen,
  children,
}: {
  person: PersonUse
  onOpen: ((person: PersonUse) => void) | null
  children: ReactNode
}) {
  if (onOpen === null) return children
  return <RowButton onClick={() => onOpen(person)}>{children}</RowButton>
}

const accountText = ({ isBlocked, isGuest }: PersonUse): string =>
  [isBlocked && 'Sign-in blocked', isGuest && 'Guest'].filter(Boolean).join(', ')

const signInText = (person: PersonUse, dateOf: (at: string) => string): string => {
  if (!person.isSignInKnown) return 'Not known'
  return person.lastSignInAt === null ? 'Never' : dateOf(person.lastSignInAt)
}

function ServiceList({ person, format }: { person: PersonUse; format: Format }) {
  if (person.services.length === 0) return 'Not known'
  return (
    <Stack gap={2}>
      {person.services.map(({ service, lastUsedOn }) => (
        <span key={service}>
          {REPORTED_SERVICE_NAMES[service]}: {lastUsedOn === null ? 'none' : format.day(lastUsedOn)}
        </span>
      ))}
    </Stack>
  )
}

const servicesText = ({ services }: PersonUse, dayOf: (day: string) => string): string =>
  services.length === 0
    ? 'Not known'
    : services
        .map(
          ({ service, lastUsedOn }) =>
            `${REPORTED_SERVICE_NAMES[service]}: ${lastUsedOn === null ? 'none' : dayOf(lastUsedOn)}`,
        )
        .join('; ')

/** False when no license of the person has a known price. */
const isCostKnown = ({ licenses, unpricedLicenses }: PersonUse): boolean =>
  licenses.length > unpricedLicenses

function costText(person: PersonUse, money: (amount: number) => string): string {
  const { monthlyCost, unpricedLicenses } = person
  if (!isCostKnown(person)) return 'Not known'
  return unpricedLicenses === 0
    ? money(monthlyCost)
    : `${money(monthlyCost)} and ${unpricedLicenses} not known`
}
