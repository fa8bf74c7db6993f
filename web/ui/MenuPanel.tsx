import { DropdownMenu } from 'radix-ui'
import { cloneElement, type ReactNode } from 'react'
import { classes } from './classes.ts'
import type { MenuItem, MenuProps } from './Menu.tsx'

/** The open half of `Menu`, in a chunk of its own. It opens as it appears. */
export default function MenuPanel({ label, trigger, triggerClassName, items, align = 'end', header }: MenuProps) {
  return (
    <DropdownMenu.Root defaultOpen modal={false}>
      <DropdownMenu.Trigger aria-label={label} className={triggerClassName}>
        {trigger}
      </DropdownMenu.Trigger>
      {/* No portal: the menu stays within the landmark of its button. */}
      <DropdownMenu.Content
        align={align}
        sideOffset={8}
        collisionPadding={12}
        className="z-40 min-w-60 animate-rise rounded-card border border-linea bg-tinta p-2 shadow-overlay"
      >
        {header && <div className="border-b border-linea px-3 pt-1 pb-3">{header}</div>}
        {items.map((item) => (
          <Item key={item.key} item={item} />
        ))}
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  )
}

function Item({ item }: { item: MenuItem }) {
  const look = classes(
    'flex min-h-11 cursor-pointer items-center gap-3 rounded-card px-3 font-semibold no-underline outline-none',
    'data-highlighted:bg-mesa-2',
    item.tone === 'danger' ? 'text-rojo' : 'text-papel',
  )
  const content: ReactNode = (
    <>
      {item.icon && <span className="text-humo">{item.icon}</span>}
      {item.label}
    </>
  )
  return (
    <>
      {item.separated && <DropdownMenu.Separator className="my-2 h-px bg-linea" />}
      {item.link ? (
        <DropdownMenu.Item asChild className={look}>
          {cloneElement(item.link, undefined, content)}
        </DropdownMenu.Item>
      ) : (
        <DropdownMenu.Item className={look} {...(item.onSelect && { onSelect: item.onSelect })}>
          {content}
        </DropdownMenu.Item>
      )}
    </>
  )
}
