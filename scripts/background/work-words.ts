// Words of planning and of working together. Documentation hardly has them, and a prompt is full of them: unless they
// are known, "the deadline of this sprint" would look as telling as a name (both words stood out among the false hits of
// an evaluation; the rest of the list is from general knowledge). Each is taken to stand in one of WORK_WORDS_ONE_IN
// paragraphs, unless it is counted more often.

export const WORK_WORDS_ONE_IN = 300;

export const WORK_WORDS: readonly string[] =
  `accountant achieve agenda agile agreement analytics announce appointment approach approval
approve assign assignee assignment attend audience availability backlog balance baseline benchmark bottleneck brainstorm
branding breakdown briefing budget buffer burndown business calendar campaign capacity career challenge checklist client
collaborate collaboration colleague commitment communicate company competitor complete concern conference confidence
constraint consultant contractor coordinate cost coverage coworker critical customer daily dashboard date deadline
decide decision delay delegate deliver deliverable demo department deploy deployment designer developer discuss
discussion documentation draft due duration effort email employee engagement engineer engineering escalate estimate
estimation evaluate event expectation expense experience expert fallback feasibility feature feedback final finalize
finance finish focus follow-up forecast freelance friday frontend backend fullstack funding goal growth guideline handoff
hire hiring impact implement improve improvement incident initiative insight integrate integration interview invoice
issue iteration january february march april june july august september october november december journey kanban kickoff
kpi latency launch lead leadership learn legal lesson manager marketing meeting mentor metric milestone minutes mockup
monday money month monthly morale mvp negotiate newsletter notes objective offer office onboard onboarding ongoing
opportunity organize outage outcome overview owner ownership partner payment payroll pending performance persona phase
pipeline plan planning policy portfolio postmortem postpone prepare presentation pricing prioritize priority problem
procedure process product production productivity progress project proposal prototype purchase quality quarter quarterly
question recommend recommendation recruit refactor release reminder report requirement research reschedule resource
responsibility responsible retro retrospective revenue review revision risk roadmap role rollback rollout sales saturday
savings scalability schedule scope scrum security senior session shift slack solution sprint staff staging stakeholder
standup startup status story strategy streamline stress subscription success suggest suggestion summarize summary sunday
supervisor supplier survey sync target task team technology template thursday ticket timeline timesheet today together
tomorrow tool topic track training transition trend trial tuesday tutorial update usability user vacation vendor velocity
vision walkthrough website wednesday week weekend weekly workflow workload workshop yesterday`.split(/\s+/u);
