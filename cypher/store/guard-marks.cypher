// Cairns before 0.3 know no format. Each of their writes marks entities as `Dirty`, after it has locked them by `_l = 1`. Such a node exists
// already (store/close-marks), so these writes fail as a whole.
CREATE CONSTRAINT dirty_closed IF NOT EXISTS FOR (e:Dirty) REQUIRE e._l IS UNIQUE
