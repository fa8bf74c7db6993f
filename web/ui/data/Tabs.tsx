import { Tabs as Radix } from 'radix-ui'
import type { ReactNode } from 'react'

export interface TabsProps {
  label: string
  tabs: readonly { key: string; label: ReactNode; panel: ReactNode }[]
  value: string
  onChange: (key: string) => void
}

/** Panels of which one is seen; the caller keeps which, in the address if it should survive a reload. */
export function Tabs({ label, tabs, value, onChange }: TabsProps) {
  return (
    <Radix.Root value={value} onValueChange={onChange}>
      <Radix.List aria-label={label} className="flex gap-1 overflow-x-auto scrollbar-none border-b border-linea">
        {tabs.map((tab) => (
          <Radix.Trigger
            key={tab.key}
            value={tab.key}
            className="-mb-px min-h-12 border-b-2 border-transparent px-4 font-semibold whitespace-nowrap text-humo hover:text-papel data-[state=active]:border-celeste data-[state=active]:text-papel"
          >
            {tab.label}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map((tab) => (
        <Radix.Content key={tab.key} value={tab.key} className="pt-5">
          {tab.panel}
        </Radix.Content>
      ))}
    </Radix.Root>
  )
}
