import { FluentProvider, tokens, webLightTheme } from '@fluentui/react-components'
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'

import { TenantAccessFields } from './tenant-access-fields.tsx'

test('an option that is not selected does not look disabled', () => {
  render(
    <FluentProvider theme={webLightTheme}>
      <TenantAccessFields
        value={{ mode: 'all', tenantIds: [], groupIds: [] }}
        onChange={() => undefined}
      />
    </FluentProvider>,
  )
  for (const label of ['All tenants, including new ones', 'These tenants'])
    expect(screen.getByText(label).style.color).toBe(tokens.colorNeutralForeground1)
})
