-- Since when the team knows that a regret waits for a person, and that its time is nearly over.
alter table regrets
  add column team_told_at timestamptz,
  add column deadline_told_at timestamptz;
